/** Everything the environment can say, typed. The only reader of process.env. */
export type Config = {
  host: string;
  port: number;
  /** The one origin of links and origin checks, e.g. `https://druse.example`; null: any loopback name on our port. */
  publicUrl: string | null;
  dataDir: string;
  adminUser: string;
  /** null: not given. */
  adminPassword: string | null;
  demo: boolean;
  /** `postgres://…`, or null for `shop.db` in the data directory. */
  databaseUrl: string | null;
  mediaUrl: string | null;
  smtpUrl: string | null;
  /** Number of proxies in front. */
  trustProxy: number;
  rateLimits: boolean;
  logLevel: string;
};
