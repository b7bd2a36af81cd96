/** Apart from `lights.ts`: what the editor shares with the page of a specimen, every visitor would download. */
import type { Light } from './media.ts';

/** Whether it is the light of an ultraviolet lamp. */
export const isLamp = (light: Light | null): boolean => light === 'long-wave-uv' || light === 'short-wave-uv';
