/** Every visitor would download what editor and specimen page share. */
import type { Light } from './media.ts';

export const isLamp = (light: Light | null): boolean =>
  light === 'long-wave-uv' || light === 'short-wave-uv';
