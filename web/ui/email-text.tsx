import { Fragment } from 'react';

/** An email address that breaks between its parts, and within one only where that is wider than the line. */
export const EmailText = ({ email }: { email: string }) => (
  <span className="wrap-anywhere">
    {email.split(/(?=@)|(?<=[.\-_+])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
