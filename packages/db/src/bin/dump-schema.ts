import { writeFileSync } from 'node:fs';
import { dumpSchema } from '../schema-dump.ts';
import { createTestDatabase } from '../testing/index.ts';

// Writes schema.sql anew after a change of the migrations. Needs TEST_DATABASE_URL.
const test = await createTestDatabase();
try {
  const file = new URL('../../schema.sql', import.meta.url);
  writeFileSync(file, await dumpSchema(test.db));
  console.log(`wrote ${file.pathname}`);
} finally {
  await test.drop();
}
