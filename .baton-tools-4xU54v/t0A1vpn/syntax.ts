export default {
  name: ,
};
