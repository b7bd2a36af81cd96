import type { StatusEffects } from '#contract/selling/orders.ts';

/** What a change of status would do to specimens, and who gets a mail. */
export function Effects({ effects: { refusal, specimens, mail, hasMailServer } }: { effects: StatusEffects }) {
  if (refusal !== null) return <p className="mt-2 text-sm text-bad">Can’t do this: {refusal}</p>;
  return (
    <ul className="mt-2 space-y-1 text-sm text-quiet">
      {specimens.length === 0 && <li>No specimens change.</li>}
      {specimens.map(({ specimenId, text }) => (
        <li key={specimenId} className="wrap-anywhere">
          {text}
        </li>
      ))}
      {mail !== null && (
        <li className="wrap-anywhere">
          {hasMailServer ? `An email goes to ${mail}.` : `No mail server is set up. The email to ${mail} is in the order, ready to send.`}
        </li>
      )}
    </ul>
  );
}
