import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const nothing = () => null;

/** If drawing one entry of a list fails, the others stay. */
export const Boundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={nothing}>
    {children}
  </CatchBoundary>
);
