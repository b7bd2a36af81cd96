/** From this folder, so the show's worker has it without a network. */
export { default } from '#ui/qr-code.tsx';
