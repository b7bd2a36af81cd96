import type { StatusEffects } from '#core/contract/selling/order-edits.ts';
import { MailText } from '#ui/mail-text.tsx';

type EffectsProps = {
  /** Undefined: nothing is about to change, or what that does is not known yet. */
  effects: StatusEffects | undefined;
  isMailOpen?: boolean;
};

/** Draw it before there is anything to say. */
export function Effects({ effects, isMailOpen = false }: EffectsProps) {
  const mail = effects?.refusal === null ? effects.mail : null;
  return (
    <>
      <div role="status">
        {effects && <Said effects={effects} />}
        {mail && <Recipient to={mail.to} hasMailServer={effects?.hasMailServer === true} />}
      </div>
      {mail && <Message mail={mail} isOpen={isMailOpen} />}
    </>
  );
}

function Said({ effects: { refusal, specimens, money } }: { effects: StatusEffects }) {
  if (refusal !== null) return <p className="mt-2 text-sm text-bad">Can’t do this: {refusal}</p>;
  return (
    <ul className="mt-2 space-y-1 text-sm text-quiet">
      {specimens.length === 0 && <li>No specimens change.</li>}
      {specimens.map(({ specimenId, text }) => (
        <li key={specimenId} className="wrap-anywhere">
          {text}
        </li>
      ))}
      {money !== null && <li>{money}</li>}
    </ul>
  );
}

type Mail = NonNullable<StatusEffects['mail']>;
type AnnouncedProps = { mail: Mail | null | undefined; hasMailServer: boolean; isOpen: boolean };

/** Draw it before there is an email. */
export const AnnouncedMail = ({ mail, hasMailServer, isOpen }: AnnouncedProps) => (
  <div>
    <div role="status">{mail && <Recipient to={mail.to} hasMailServer={hasMailServer} />}</div>
    {mail && <Message mail={mail} isOpen={isOpen} />}
  </div>
);

const Recipient = ({ to, hasMailServer }: { to: string; hasMailServer: boolean }) => (
  <p className="mt-1 text-sm text-quiet wrap-anywhere">
    {hasMailServer
      ? `An email goes to ${to}.`
      : `No mail server is set up. The email to ${to} is in the order, ready to send.`}
  </p>
);

/** Not in the region beside it, which is read out whole. */
const Message = ({ mail: { subject, text }, isOpen }: { mail: Mail; isOpen: boolean }) => (
  <details open={isOpen} className="text-sm">
    <summary className="flex min-h-11 items-center wrap-anywhere hover:text-accent">
      Email: “{subject}”
    </summary>
    <MailText>{text}</MailText>
  </details>
);
