import type { StatusEffects } from '#contract/orders.ts';

/** What a change of status would do to specimens, and who gets a mail. */
export function Effects({ effects: { refusal, specimens, mail } }: { effects: StatusEffects }) {
  if (refusal !== null) return <p className="mt-2 text-sm text-bad">Not possible: {refusal}</p>;
  return (
    <ul className="mt-2 space-y-1 text-sm text-quiet">
      {specimens.length === 0 && <li>No specimen changes.</li>}
      {specimens.map(({ specimenId, text }) => (
        <li key={specimenId} className="wrap-anywhere">
          {text}
        </li>
      ))}
      {mail !== null && <li className="wrap-anywhere">A mail goes to {mail}.</li>}
    </ul>
  );
}
