/** `scripts/inline-scripts.ts` makes the file small, to be written into a page. */
declare module '*?script' {
  const text: string;
  export default text;
}
