import { yourPieces } from '#core/contract/your-pieces.ts';

type Waiting = { customerEmail: string; lines: readonly { quantity: number }[] };

export const proofText = ({ customerEmail, lines }: Waiting): string =>
  `Open the link we sent to ${customerEmail} and confirm your email. Then we’ll keep holding ${yourPieces(lines)}, and you can pay.`;
