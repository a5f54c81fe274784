/** Where workers log: to a file under `npm start`; a separate worker to its output. */
export const workerLog =
  "the worker's log (worker.log in BATON_DATA, .baton by default; of a worker of its own, its standard error)";

/** Where the API logs: to a file under `npm start`; a separate server to its output. */
export const serverLog =
  "the server's log (api.log in BATON_DATA, .baton by default; of an API of its own, its standard output)";
