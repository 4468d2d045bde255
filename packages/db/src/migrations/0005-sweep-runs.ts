import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the sweep last ran, who ran it and what it did. The newest row is what the api's own timer watches. */
export class SweepRuns1764400000005 implements MigrationInterface {
  readonly name = 'SweepRuns1764400000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sweep_run (
        id text CONSTRAINT sweep_run_pkey PRIMARY KEY,
        by text NOT NULL,
        at timestamptz(3) NOT NULL DEFAULT now(),
        result jsonb NOT NULL,
        CONSTRAINT by_is_known CHECK (by IN ('worker', 'api', 'operator'))
      )`);
    await runner.query('CREATE INDEX sweep_run_by_age ON sweep_run (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sweep_run');
  }
}
