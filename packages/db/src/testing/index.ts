export { CARD_SITUATIONS, type CardIn, type CardSituation, cardIn, cardsOf, stepsNamed } from './card.ts';
export { createTestDatabase, type TestDatabase } from './database.ts';
export {
  documentIn,
  nestIn,
  TASK_SITUATIONS,
  type TaskColumns,
  type TaskIn,
  type TaskSituation,
  taskIn,
  userIn,
} from './factory.ts';
