import { useState } from 'react';

/** As long as nobody knows how tall it is. */
const FIRST_HEIGHT = 480;

/** An email as mail programs show it. It runs nothing, and its links open beside the shop. */
export function MailPage({ id, subject }: { id: number; subject: string }) {
  const [height, setHeight] = useState(FIRST_HEIGHT);
  return (
    <iframe
      src={`/api/mails/${id}/page`}
      title={`How “${subject}” looks`}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      className="mt-3 w-full border border-line bg-raised"
      style={{ height }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? FIRST_HEIGHT)}
    />
  );
}
