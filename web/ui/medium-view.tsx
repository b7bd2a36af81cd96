import type { Medium } from '#contract/media.ts';
import { FilmView } from './film-view.tsx';
import { Photograph } from './photograph.tsx';

type Props = { medium: Medium; sizes: string; eager?: boolean; className?: string };

/** A picture, or a film that plays muted and looping while it is in view. */
export function MediumView({ medium, ...props }: Props) {
  return medium.kind === 'film' ? <FilmView film={medium} {...props} /> : <Photograph picture={medium} {...props} />;
}
