export default { name: "plain" };
