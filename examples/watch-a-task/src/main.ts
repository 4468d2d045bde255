import { createDungjiClient, DungjiError, type TaskView, TaskWaitTimeoutError } from '@dungji/client';

const { DUNGJI_URL = 'http://127.0.0.1:4000', DUNGJI_API_KEY: apiKey } = process.env;
if (!apiKey) {
  console.error('DUNGJI_API_KEY is not set: make a key on the settings page of the web app.');
  process.exit(2);
}

const dungji = createDungjiClient({ url: DUNGJI_URL, apiKey });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('interrupted')));

try {
  process.exitCode = await issueRegister();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof DungjiError) console.error(`refused: ${error.reason}`);
  else if (error instanceof TaskWaitTimeoutError) console.error(`${error.message}; it goes on without us`);
  else console.error(error instanceof Error ? error.message : error);
}

/** Asks for the register of a home, tells each step on the way, and ends with a link to it. */
async function issueRegister(): Promise<number> {
  const nest = await dungji.nests.create({
    name: 'Seongsu villa',
    roadAddress: '서울특별시 성동구 왕십리로 83-21',
    detailAddress: '101동 1502호',
    buildingType: 'VILLA',
    depositKrw: 300_000_000,
    monthlyRentKrw: 0,
    landlordName: '홍길동',
    contractFrom: '2026-03-01',
    contractTo: '2028-02-29',
  });
  const { taskId } = await dungji.issuance.request({ nestId: nest.id, docType: 'REGISTRY' });
  console.log(`accepted ${taskId}`);

  const task = await dungji.waitFor(taskId, {
    onChange: tell,
    timeoutMs: 20 * 60_000,
    signal: stop.signal,
  });
  if (task.status === 'FAILED') {
    console.error(`failed: ${task.errorCode}${task.retryable ? ' (asking again may help)' : ''}`);
    return 1;
  }
  const { url } = await dungji.documents.download({ documentId: task.result.documentId });
  console.log(`stored ${task.result.documentId}\n${url}`);
  return 0;
}

function tell({ status, attempt, progress }: TaskView): void {
  const step = progress ? ` ${progress.done}/${progress.total} ${progress.label}` : '';
  console.log(`${status}${step}${attempt > 1 ? ` (attempt ${attempt})` : ''}`);
}
