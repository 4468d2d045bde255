/** The server the tests may create databases on; set by the test setup of @dungji/dev-services, or by hand. */
export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: database tests need a Postgres they may create databases on',
    );
  return url;
}
