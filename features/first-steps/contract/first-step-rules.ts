/** This file is free of schemas, so pages may import it. */

export const firstStepNames = ['name', 'payment', 'shipping', 'email', 'pieces'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export const FIRST_PIECES = 10;

type Shop = Record<'named' | 'venmo' | 'policies' | 'contactEmail' | 'mail', boolean> & {
  onSale: number;
  skipped: readonly FirstStepName[];
};

const isDone: Record<FirstStepName, (shop: Shop) => boolean> = {
  name: ({ named }) => named,
  payment: ({ venmo }) => venmo,
  shipping: ({ policies }) => policies,
  email: ({ contactEmail, mail }) => contactEmail && mail,
  pieces: ({ onSale }) => onSale >= FIRST_PIECES,
};

/** A skipped step counts as done once it is, wherever that was. */
export const stepState = (shop: Shop, step: FirstStepName): 'done' | 'skipped' | 'open' =>
  isDone[step](shop) ? 'done' : shop.skipped.includes(step) ? 'skipped' : 'open';

export const openSteps = (shop: Shop): FirstStepName[] =>
  firstStepNames.filter((step) => stepState(shop, step) === 'open');

export const isStillDemo = ({
  demo,
  password,
}: {
  demo: boolean | null;
  password: boolean;
}): boolean => demo === false || !password;
