import { Fragment } from 'react';

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
