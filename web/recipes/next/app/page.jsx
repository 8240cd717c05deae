/* Next with server rendering. Run `npm install` and `npm run dev`. */
import { sinusoidal } from 'posenc';
import { Figures } from './figures';

export default function Page() {
  return (
    <main>
      <h1>Positions as clocks</h1>
      <p>The first sine of position 12 is {sinusoidal(1, 64, { start: 12 })[0].toFixed(4)}.</p>
      <pe-clocks dim="64" position="12">
        <p>This figure needs JavaScript.</p>
      </pe-clocks>
      <Figures />
    </main>
  );
}
