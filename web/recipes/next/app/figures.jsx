'use client';
import { useEffect } from 'react';

/** Loads the figures in the browser. The server writes only their tags. */
export function Figures() {
  useEffect(() => {
    import('posenc/figures');
  }, []);
  return null;
}
