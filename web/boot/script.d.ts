/** What a file does, made small, to be written into a page (`scripts/inline-scripts.ts`). */
declare module '*?script' {
  const text: string;
  export default text;
}
