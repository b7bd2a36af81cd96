type Call = { file: string; args: string[]; shell: boolean };

/** How to spawn a program that npm has linked, or npm: on Windows that is a batch file, which only a shell can start. The arguments have no spaces. */
export const programCall = (program: string, args: string[]): Call =>
  process.platform === 'win32' ? { file: [program, ...args].join(' '), args: [], shell: true } : { file: program, args, shell: false };
