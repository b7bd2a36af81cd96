/** From this folder, so that the show's worker has it without a network. */
export { default } from '#web/ui/qr-code.tsx';
