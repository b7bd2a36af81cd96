/** The machines on which the two commands of the README must hold: what is installed beside Node 20 and npm, and who calls them there. */

export type Machine = {
  name: string;
  /** Debian's packages beside those of the smallest system. */
  packages: string[];
  /** In the environment, beside PATH and HOME. */
  environment: Record<string, string>;
  /** An ordinary user calls the commands, not root. */
  isOrdinaryUser: boolean;
  umask: string;
  /** Processes that do nothing, as fast as they can, all the time. */
  busyLoops: number;
};

const plain = { packages: [], environment: {}, isOrdinaryUser: false, umask: '022', busyLoops: 0 };

export const machines: Machine[] = [
  // No font, no browser, no PostgreSQL, no git: the browser is the one from npm, which brings a font.
  { ...plain, name: 'alone' },
  // As it comes where somebody installs it by hand: with fonts that answer to Arial.
  { ...plain, name: 'chromium', packages: ['chromium', 'fonts-liberation', 'postgresql'] },
  { ...plain, name: 'headless-shell', packages: ['chromium-headless-shell'] },
  { ...plain, name: 'liberation', packages: ['fontconfig', 'fonts-liberation'] },
  { ...plain, name: 'noto', packages: ['fontconfig', 'fonts-noto-core'] },
  {
    ...plain,
    name: 'elsewhere',
    packages: ['chromium-headless-shell', 'fonts-liberation', 'postgresql', 'locales', 'tzdata'],
    environment: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8' },
    isOrdinaryUser: true,
    umask: '077',
  },
  {
    ...plain,
    name: 'busy',
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    busyLoops: 2,
  },
];
