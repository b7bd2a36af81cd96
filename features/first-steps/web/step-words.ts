import type { FirstStepName } from '#features/first-steps/contract/first-step-rules.ts';

type StepWords = {
  label: string;
  title: string;
  text: string;
};

export const MAKE_YOURS = 'Make this shop yours';

export const stepWords: Record<FirstStepName, StepWords> = {
  name: {
    label: 'Name',
    title: 'Name and logo',
    text: 'They’re at the top of every page, in the browser tab, and on every email.',
  },
  payment: {
    label: 'Payment',
    title: 'How buyers pay',
    text: 'Buyers order first, then pay you directly. The shop never touches the money and takes no cut.',
  },
  shipping: {
    label: 'Shipping',
    title: 'How pieces ship',
    text: 'Buyers want to know what shipping costs, and whether they can send a piece back.',
  },
  email: {
    label: 'Email',
    title: 'Your shop’s email',
    text: 'Order confirmations go out through a mailbox of yours, and buyers’ replies come back to you.',
  },
  pieces: {
    label: 'Pieces',
    title: 'Your first pieces',
    text: 'Ten make a gallery. Start with fewer if you like, and add more any time.',
  },
};
