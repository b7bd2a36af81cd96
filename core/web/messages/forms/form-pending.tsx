import { needsScript } from '#ui/needs-script.ts';

export const FormPending = () => (
  <div className="page min-h-[60svh] py-10 md:py-14">
    <div role="status" aria-label="Loading" className="waiting needs-script space-y-4">
      <div className="h-10 w-72 bg-line" />
      <div className="h-40 bg-line" />
    </div>
    <p className="hidden unscripted:block">{needsScript('This page')}</p>
  </div>
);
