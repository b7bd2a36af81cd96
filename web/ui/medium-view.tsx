import type { Medium } from '#contract/media.ts';
import { FilmView } from './film-view.tsx';
import { Photograph, type PictureProps } from './photograph.tsx';

/** A picture, or a film that plays muted and looping while it is in view. */
export function MediumView({ medium, ...props }: PictureProps & { medium: Medium }) {
  return medium.kind === 'film' ? <FilmView film={medium} {...props} /> : <Photograph picture={medium} {...props} />;
}
