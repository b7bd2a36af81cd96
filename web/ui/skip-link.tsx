/** Leads past what those who tab need not go through; unseen until it has the focus. What it leads to takes the focus. */
export const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className="skip-link sr-only">
    {children}
  </a>
);
