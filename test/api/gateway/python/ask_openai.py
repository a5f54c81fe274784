import os

from openai import OpenAI
from pydantic import BaseModel

client = OpenAI(base_url=os.environ["BATON_URL"] + "/v1", api_key=os.environ["BATON_KEY"], max_retries=0)
question = [{"role": "user", "content": "What is the weather in Rome?"}]
parameters = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


class Place(BaseModel):
    city: str


for model in os.environ["BATON_MODELS"].split():
    chat = client.chat.completions.create(model=model, messages=question)
    assert chat.choices[0].message.content == "It is sunny.", chat

    parts = client.chat.completions.create(model=model, messages=question, stream=True)
    text = "".join(part.choices[0].delta.content or "" for part in parts if part.choices)
    assert text == "It is sunny.", text

    response = client.responses.create(model=model, input="What is the weather in Rome?")
    assert response.output_text == "It is sunny.", response
    again = client.responses.create(model=model, input="Sure?", previous_response_id=response.id)
    assert again.output_text == "It is sunny.", again

    with client.responses.stream(model=model, input="What is the weather in Rome?") as stream:
        for _ in stream:
            pass
        assert stream.get_final_response().output_text == "It is sunny."

    tools = [{"type": "function", "name": "get_weather", "parameters": parameters, "strict": False}]
    called = client.responses.create(model=model, input="CALL", tools=tools)
    calls = [item for item in called.output if item.type == "function_call"]
    assert calls[0].arguments == '{"city":"Rome"}', called

    forms = client.chat.completions.parse(
        model=model, messages=[{"role": "user", "content": "FORM"}], response_format=Place
    )
    assert forms.choices[0].message.parsed == Place(city="Rome"), forms

    slow = client.chat.completions.create(model=model, messages=[{"role": "user", "content": "SLOW"}], stream=True)
    assert next(part for part in slow if part.choices and part.choices[0].delta.content)
    slow.close()
