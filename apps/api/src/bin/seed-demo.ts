import { openAuth } from '../auth/auth.ts';
import { seedDemo } from '../auth/seed-demo.ts';
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
try {
  const made = await seedDemo(auth);
  process.stdout.write(
    made.length > 0 ? `demo accounts made: ${made.join(', ')}\n` : 'demo accounts are there\n',
  );
} finally {
  await auth.close();
}
