/** Where the tests find their services; set by the test setup of @dungji/dev-services, or by hand. */
export const testEnv = {
  redisUrl: required('TEST_REDIS_URL'),
  s3Endpoint: required('TEST_S3_ENDPOINT'),
  s3Bucket: required('TEST_S3_BUCKET'),
  chromiumPath: process.env.CHROMIUM_PATH,
  /** Set by the long tests: everything instead of a sample. */
  isLong: process.env.TEST_LONG === '1',
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests need the services of the test setup`);
  return value;
}
