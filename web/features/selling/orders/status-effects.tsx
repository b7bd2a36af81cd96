import type { StatusEffects } from '#contract/selling/orders.ts';
import { MailText } from '#web/ui/mail-text.tsx';

/** What a change of status would do to specimens, and what the buyer would get. */
export function Effects({
  effects: { refusal, specimens, money, mail, hasMailServer },
  isMailOpen = false,
}: {
  effects: StatusEffects;
  isMailOpen?: boolean;
}) {
  if (refusal !== null) return <p className="mt-2 text-sm text-bad">Can’t do this: {refusal}</p>;
  return (
    <>
      <ul className="mt-2 space-y-1 text-sm text-quiet">
        {specimens.length === 0 && <li>No specimens change.</li>}
        {specimens.map(({ specimenId, text }) => (
          <li key={specimenId} className="wrap-anywhere">
            {text}
          </li>
        ))}
        {money !== null && <li>{money}</li>}
      </ul>
      {mail !== null && <AnnouncedMail mail={mail} hasMailServer={hasMailServer} isOpen={isMailOpen} />}
    </>
  );
}

type AnnouncedProps = { mail: NonNullable<StatusEffects['mail']>; hasMailServer: boolean; isOpen: boolean };

/** The email that a change would write, to be read before it goes. */
export function AnnouncedMail({ mail: { to, subject, text }, hasMailServer, isOpen }: AnnouncedProps) {
  return (
    <div className="mt-1 text-sm text-quiet">
      <p className="wrap-anywhere">
        {hasMailServer ? `An email goes to ${to}.` : `No mail server is set up. The email to ${to} is in the order, ready to send.`}
      </p>
      <details open={isOpen}>
        <summary className="flex min-h-11 items-center text-ink wrap-anywhere hover:text-accent">{subject}</summary>
        <div className="text-ink">
          <MailText>{text}</MailText>
        </div>
      </details>
    </div>
  );
}
