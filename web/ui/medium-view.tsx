import type { Medium } from '#contract/media.ts';
import { FilmView } from './film-view.tsx';
import { Photograph } from './photograph.tsx';

type Props = { medium: Medium; sizes: string; eager?: boolean; className?: string; controls?: boolean };

/** A picture, or a film that plays muted and looping while it is in view. */
export function MediumView({ medium, controls = false, ...props }: Props) {
  return medium.kind === 'film' ? <FilmView film={medium} controls={controls} {...props} /> : <Photograph picture={medium} {...props} />;
}
