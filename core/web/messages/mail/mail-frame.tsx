import { type ComponentProps, useState } from 'react';

/** Until the email has loaded. */
const FIRST_HEIGHT = 480;

/** It runs nothing. */
export function MailFrame({
  sandbox = '',
  className = '',
  ...props
}: ComponentProps<'iframe'> & { title: string }) {
  const [height, setHeight] = useState(FIRST_HEIGHT);
  return (
    <iframe
      {...props}
      sandbox={`allow-same-origin ${sandbox}`.trim()}
      className={`block w-full ${className}`}
      style={{ height }}
      onLoad={({ currentTarget: frame }) => {
        const email = frame.contentDocument?.documentElement;
        const border = frame.offsetHeight - frame.clientHeight;
        // It gets taller where the window gets narrower.
        if (email) new ResizeObserver(() => setHeight(email.offsetHeight + border)).observe(email);
      }}
    />
  );
}
