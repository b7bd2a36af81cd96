type Call = { file: string; args: string[]; shell: boolean };

/**
 * On Windows a program that npm has linked, and npm, is a batch file, which only a shell can start.
 * The arguments have no spaces.
 */
export const programCall = (program: string, args: string[]): Call =>
  process.platform === 'win32'
    ? { file: [program, ...args].join(' '), args: [], shell: true }
    : { file: program, args, shell: false };

/** The exit code of what could not be tried, and so is neither good nor bad (EX_TEMPFAIL). */
export const COULD_NOT = 75;
