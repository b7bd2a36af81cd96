import { type ComponentProps, useState } from 'react';

/** As long as nobody knows how tall it is. */
const FIRST_HEIGHT = 480;

/** An email as mail programs show it, in a frame as tall as the email, so nothing of it has to be scrolled to. It runs nothing. */
export function MailFrame({ sandbox = '', className = '', ...props }: ComponentProps<'iframe'> & { title: string }) {
  const [height, setHeight] = useState(FIRST_HEIGHT);
  return (
    <iframe
      {...props}
      sandbox={`allow-same-origin ${sandbox}`.trim()}
      className={`block w-full ${className}`}
      style={{ height }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? FIRST_HEIGHT)}
    />
  );
}
