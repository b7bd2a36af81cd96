import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { messageOf } from './lib/api.ts';

type Props = {
  press: { isPending: boolean; error: Error | null; mutate: () => void };
  look?: 'outline';
  busy?: string;
  children: ReactNode;
};

/** A button that makes a call, and says beneath what came in its way. */
export const Press = ({ press, look, busy, children }: Props) => (
  <>
    <Button
      {...(look && { look })}
      className="mt-3 print:hidden"
      disabled={press.isPending}
      onClick={() => press.mutate()}
    >
      {press.isPending ? (busy ?? children) : children}
    </Button>
    <Refusal of={press.error} />
  </>
);

export const Refusal = ({ of: error }: { of: Error | null }) =>
  error && (
    <p role="alert" className="mt-2 text-bad">
      {messageOf(error)}
    </p>
  );
