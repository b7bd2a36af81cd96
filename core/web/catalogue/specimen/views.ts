import { lightsOf } from '#core/contract/media/lights.ts';
import type { Light, Medium, Picture } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';

/** Daylight comes first among several lights. */
export type View =
  | { kind: 'medium'; medium: Medium }
  | { kind: 'lights'; pictures: [Picture, Picture, ...Picture[]] };

export const lightLabels: Record<Light, string> = {
  daylight: 'Daylight',
  'long-wave-uv': 'Long-wave UV',
  'short-wave-uv': 'Short-wave UV',
  detail: 'Detail',
  label: 'Label',
};

/**
 * Daylight and each lamp's first picture become one view; a main picture without a light counts as
 * daylight.
 */
export function viewsOf(main: Medium, additional: readonly Medium[]): View[] {
  const media = [main, ...additional];
  const lights = lightsOf(
    media.filter((medium) => medium.kind === 'picture'),
    main,
  );
  if (!lights) return media.map((medium) => ({ kind: 'medium', medium }));
  const together: readonly Medium[] = lights;
  const place = Math.min(...together.map((picture) => media.indexOf(picture)));
  return media.flatMap((medium, index): View[] => {
    if (index === place) return [{ kind: 'lights', pictures: lights }];
    return together.includes(medium) ? [] : [{ kind: 'medium', medium }];
  });
}

export const postersOf = (view: View): [Picture, ...Picture[]] =>
  view.kind === 'lights' ? view.pictures : [posterOf(view.medium)];

/** `Long-wave UV`, `Video`, else the alternative text. */
export function nameOf(view: View): string {
  if (view.kind === 'lights')
    return view.pictures.map(({ light }) => lightLabels[light ?? 'daylight']).join(', ');
  if (isVideo(view.medium)) return 'Video';
  return view.medium.light ? lightLabels[view.medium.light] : view.medium.alt;
}

/**
 * From 0 to 1. @param level 0 is daylight, 1 the first lamp, 2 the second; fractions lie between.
 */
export const shares = (level: number, lampCount: number): number[] =>
  Array.from({ length: lampCount }, (_, lamp) => Math.min(1, Math.max(0, level - lamp)));

/** `Daylight`, `Long-wave UV`, or the next light and its share: `Long-wave UV 60%`. */
export function levelWords(level: number, pictures: readonly Picture[]): string {
  const light = pictures[Math.ceil(level)]?.light ?? 'daylight';
  const share = level - Math.floor(level);
  return share === 0 ? lightLabels[light] : `${lightLabels[light]} ${Math.round(share * 100)}%`;
}
