import { isLamp } from '#contract/media/lamp.ts';
import type { Light, Medium, Picture } from '#contract/media/media.ts';
import { Switch } from '#web/ui/switch.tsx';

const sentences: Record<NonNullable<Picture['alignment']>, string> = {
  aligned: 'Aligned to the daylight picture.',
  fits: 'Aligned to the daylight picture: it lies right as it was taken.',
  unsure: 'Not aligned: the shop is not sure how it fits the daylight picture, and shows it as it was taken.',
  waiting: 'Not aligned yet: the shop is comparing it with the daylight picture.',
};
const UNKNOWN = 'Once saved, it is aligned to the daylight picture, if there is one.';
const LEFT = 'Not aligned: it is shown as it was taken.';

type Props = {
  /** Null for a file that is not sent yet. */
  medium: Medium | null;
  /** The picture's name, for screen readers. */
  name: string;
  light: Light | null;
  asTaken: boolean;
  onChange: (asTaken: boolean) => void;
  disabled: boolean;
};

/** Whether a picture under a lamp lies over the one in daylight, and the choice to leave it as it was taken; nothing in any other light. */
export function AlignmentField({ medium, name, light, asTaken, onChange, disabled }: Props) {
  if (!isLamp(light)) return null;
  // What is known is of the light that is stored.
  const state = medium?.kind === 'picture' && medium.light === light ? medium.alignment : undefined;
  return (
    <div>
      <p className="text-sm">{asTaken ? LEFT : state ? sentences[state] : UNKNOWN}</p>
      <Switch label="Leave it as it was taken" of={name} checked={asTaken} onChange={onChange} disabled={disabled} />
    </div>
  );
}
