/** A page that the browser draws decodes the headings' face, which is in its styles, while its scripts are fetched: the first frame has it. */
void document.fonts.load('1em "Fraunces Variable"');
