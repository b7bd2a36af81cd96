import type { StatusEffects } from '#contract/selling/orders.ts';

/** What a change of status would do to specimens, and who gets a mail. */
export function Effects({ effects: { refusal, specimens, mail, hasMailServer } }: { effects: StatusEffects }) {
  if (refusal !== null) return <p className="mt-2 text-sm text-bad">Not possible: {refusal}</p>;
  return (
    <ul className="mt-2 space-y-1 text-sm text-quiet">
      {specimens.length === 0 && <li>No specimen changes.</li>}
      {specimens.map(({ specimenId, text }) => (
        <li key={specimenId} className="wrap-anywhere">
          {text}
        </li>
      ))}
      {mail !== null && (
        <li className="wrap-anywhere">
          {hasMailServer
            ? `A mail goes to ${mail}.`
            : `A mail to ${mail} is written for you to send: there is no mail server. You find it in the order.`}
        </li>
      )}
    </ul>
  );
}
