export const MailText = ({ children }: { children: string }) => (
  <pre className="mt-3 bg-raised p-4 font-sans text-fine whitespace-pre-wrap wrap-anywhere">
    {children}
  </pre>
);
