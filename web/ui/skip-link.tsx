/** Leads past what those who tab need not go through; unseen until it has the focus. What it leads to takes the focus. */
export const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className="sr-only z-50 bg-action px-4 py-3 text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
    {children}
  </a>
);
