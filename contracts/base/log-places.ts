/** Where workers write what they have to say: under `npm start` into a file, a worker of its own to its output. */
export const workerLog =
  "the worker's log (worker.log in BATON_DATA, .baton by default; of a worker of its own, its standard error)";

/** Where the API writes: under `npm start` into a file, a server of its own to its output. */
export const serverLog =
  "the server's log (api.log in BATON_DATA, .baton by default; of an API of its own, its standard output)";
