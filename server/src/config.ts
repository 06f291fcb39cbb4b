// The only reader of the environment. Every setting is checked at the start, and all faults are told at once.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PublicUrls } from '#core/scope.ts';
import { defaultCallbackHosts } from '#integrations/callbacks/target-url.ts';
import { readS3Settings, type S3Settings } from '#integrations/files/s3-settings.ts';

/** What the operator set, complete and checked. docs/configuration.md explains each. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  urls: PublicUrls;
  dataDir: string;
  /** A PostgreSQL server; without it the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  databaseConnections: number;
  /** Encrypts secrets at rest. */
  secretKey: string;
  logLevel: string;
  /** Requests of an API key in an hour; 0 for no limit. */
  adminRateLimit: number;
  callbackHosts: string[];
  /** Where files are stored; without it `dataDir`. */
  s3: S3Settings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** The domain whose mail comes in here: answers to enquiries go to addresses of it. */
  inboundMailDomain: string | undefined;
  /** Opens /metrics to who bears it. */
  metricsToken: string | undefined;
  /** Whether this process runs the jobs beside the server. */
  jobsInServer: boolean;
  /** Addresses of proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: string[];
}

/** Settings that are missing or wrong, each with what would be right. */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The configuration is not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** The default data directory lies here, from whatever folder a command is called. */
const projectFolder = join(import.meta.dirname, '../..');

type Environment = Record<string, string | undefined>;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const secretKeyLengthMin = 32;

/** Reads the settings. Makes the data directory, and in development a secret key in it. Throws `ConfigError`. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const read = reader(env, faults);
  const production =
    read.choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const port = read.integer('PORT', { min: 0, max: 65_535, fallback: 3000 });
  const publicUrl = read.url('PUBLIC_URL') ?? `http://localhost:${port}`;
  const dataDir = env.DATA_DIR ? resolve(env.INIT_CWD ?? '.', env.DATA_DIR) : join(projectFolder, 'data');
  const databaseUrl = read.matching(
    'DATABASE_URL',
    /^postgres(ql)?:\/\/./,
    'must start with postgres:// or postgresql://',
  );
  const smtpUrl = read.matching('SMTP_URL', /^smtps?:\/\/./, 'must start with smtp:// or smtps://');
  const config: Config = {
    production,
    port,
    host: env.HOST || (production ? '0.0.0.0' : 'localhost'),
    urls: {
      public: publicUrl,
      wallet: read.url('WALLET_URL') ?? publicUrl,
      portal: read.url('PORTAL_URL') ?? publicUrl,
      signup: read.url('SIGNUP_URL') ?? publicUrl,
      issuer: `${publicUrl}/api/auth`,
    },
    dataDir,
    databaseUrl,
    databaseConnections: read.integer('DATABASE_CONNECTIONS', { min: 2, max: 200, fallback: 10 }),
    secretKey: '',
    logLevel: read.choice('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    adminRateLimit: read.integer('ADMIN_RATE_LIMIT', { min: 0, max: 1_000_000_000, fallback: 1000 }),
    callbackHosts: read.list('CALLBACK_HOSTS') ?? [...defaultCallbackHosts],
    s3: readS3Settings(env, faults),
    smtpUrl,
    mailFrom: env.MAIL_FROM || undefined,
    inboundMailDomain: read.domain('INBOUND_MAIL_DOMAIN'),
    metricsToken: env.METRICS_TOKEN || undefined,
    jobsInServer: read.choice('JOBS', ['server', 'worker'], 'server') === 'server',
    trustedProxies: read.list('TRUSTED_PROXIES') ?? [],
  };
  if (production && !env.PUBLIC_URL)
    faults.push(
      'PUBLIC_URL is needed in production: the address people reach this service at, like https://desk.example.com.',
    );
  if (production && !smtpUrl)
    faults.push(
      'SMTP_URL is needed in production: the mail server, like smtp://user:password@mail.example.com:587.',
    );
  if (smtpUrl && !config.mailFrom)
    faults.push('MAIL_FROM is needed with SMTP_URL: the sender, like "Frontdesk <no-reply@example.com>".');
  config.secretKey = readSecretKey(env, config, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function readSecretKey(
  env: Environment,
  { production, dataDir, databaseUrl }: Config,
  faults: string[],
): string {
  const given = env.SECRET_KEY;
  if (given) {
    if (given.length < secretKeyLengthMin) {
      faults.push(
        `SECRET_KEY must have at least ${secretKeyLengthMin} characters; make one with: openssl rand -base64 32`,
      );
    }
    return given;
  }
  if (production || databaseUrl) {
    const reason = production ? 'in production' : 'with DATABASE_URL';
    faults.push(
      `SECRET_KEY is needed ${reason}: it encrypts secrets at rest; make one with: openssl rand -base64 32`,
    );
    return '';
  }
  return keptSecretKey(dataDir);
}

/** The secret key of the data directory, made at its first use. */
function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}

function reader(env: Environment, faults: string[]) {
  return {
    integer(name: string, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
      const text = env[name];
      if (!text) return fallback;
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= min && value <= max) return value;
      faults.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
      return fallback;
    },
    choice(name: string, choices: string[], fallback: string): string {
      const text = env[name];
      if (!text || choices.includes(text)) return text || fallback;
      faults.push(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
      return fallback;
    },
    url(name: string): string | undefined {
      const text = env[name];
      if (!text) return undefined;
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
        return text.replace(/\/+$/, '');
      }
      faults.push(
        `${name} must be an http or https address without query, like https://desk.example.com, not "${text}".`,
      );
      return undefined;
    },
    matching(name: string, pattern: RegExp, right: string): string | undefined {
      const text = env[name];
      if (!text) return undefined;
      if (pattern.test(text) && URL.canParse(text)) return text;
      // The value is not repeated: it holds a password.
      faults.push(`${name} ${right}, and be a whole URL.`);
      return undefined;
    },
    domain(name: string): string | undefined {
      const text = env[name];
      if (!text) return undefined;
      if (/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(text))
        return text.toLowerCase();
      faults.push(`${name} must be a domain, like replies.example.com, not "${text}".`);
      return undefined;
    },
    list(name: string): string[] | undefined {
      const text = env[name];
      return text ? text.split(/[\s,]+/).filter(Boolean) : undefined;
    },
  };
}
