import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sinusoidal } from 'posenc';

/** A figure whose position is a state of the component. */
function Lesson() {
  const [position, setPosition] = useState(12);
  useEffect(() => {
    import('posenc/figures/clocks');
  }, []);
  const listen = ({ detail }) => detail.key === 'position' && setPosition(detail.value);
  return (
    <>
      <h1>Position {position}</h1>
      <p>Its first sine is {sinusoidal(1, 64, { start: position })[0].toFixed(4)}.</p>
      <pe-clocks dim={64} position={position} onpe-change={listen} />
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Lesson />
  </StrictMode>,
);
