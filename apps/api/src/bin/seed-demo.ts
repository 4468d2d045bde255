import { openDb } from '@dungji/db';
import { openAuth } from '../auth/auth.ts';
import { seedCredits, seedDemo } from '../auth/seed-demo.ts';
import { readEnv } from '../env.ts';
import { openLogger } from '../logger.ts';

const env = readEnv();
if (env.NODE_ENV === 'production') {
  process.stderr.write('seed-demo: demo accounts have a known password and are not made in production\n');
  process.exit(1);
}
const auth = openAuth({
  databaseUrl: env.DATABASE_URL,
  publicUrl: env.PUBLIC_URL,
  secret: env.AUTH_SECRET,
  trustedOrigins: [],
  logger: openLogger(env.LOG_LEVEL),
});
const db = await openDb({ url: env.DATABASE_URL, applicationName: 'dungji-seed' });
try {
  const made = await seedDemo(auth);
  await seedCredits(auth, db);
  process.stdout.write(
    made.length > 0 ? `demo accounts made: ${made.join(', ')}\n` : 'demo accounts are there\n',
  );
} finally {
  await Promise.all([auth.close(), db.close()]);
}
