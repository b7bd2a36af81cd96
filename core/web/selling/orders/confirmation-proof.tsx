import type { Order } from '#core/contract/selling/orders.ts';
import { proofText } from '#core/contract/selling/proof-text.ts';

/** What takes its place says that the email has failed. */
const AskForProof = ({ order }: { order: Order }) => (
  <p className="mt-3 font-medium has-[+form]:hidden">{proofText(order)}</p>
);
export default AskForProof;
